/** The memory aid: known cards of all players. It can be switched off. */

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
