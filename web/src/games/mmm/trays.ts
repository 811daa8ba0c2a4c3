/** Colour of each food's tray; a finished tray is wood. */
export const TRAYS: Record<string, string> = {
  bread: "#F3DDB6",
  fish: "#CBE3EC",
  cucumber: "#D8EAB8",
  cheese: "#FBE6A2",
  carrot: "#FBD3B4",
};
