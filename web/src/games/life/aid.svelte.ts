/** The memory aid: what everybody saw being picked up. Some would rather remember it themselves. */

const KEPT = "paddock.life.aid";
let on = $state(localStorage.getItem(KEPT) !== "off");

export const aid = {
  get on(): boolean {
    return on;
  },
  set on(chosen: boolean) {
    on = chosen;
    localStorage.setItem(KEPT, chosen ? "on" : "off");
  },
};
