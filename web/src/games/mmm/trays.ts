/** The colour of a food's tray; a finished one is wood. */
export const TRAYS: Record<string, string> = {
  bread: "#F3DDB6",
  fish: "#CBE3EC",
  cucumber: "#D8EAB8",
  cheese: "#FBE6A2",
  carrot: "#FBD3B4",
};
