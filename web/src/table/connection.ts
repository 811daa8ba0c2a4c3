/** The socket of a table. It comes back by itself, with the number of the last line seen: nothing missed, nothing twice. */

import type { AnyAct, GoOver, Message, Problem } from "@/wire";
import { Seeding } from "./seeding";

export type Link = "connecting" | "open" | "lost" | "away";

/** A table through our seats, as the `board` in its middle, or for those who only watch. */
export type Place = { table: string; board?: boolean } | { watch: string };

/** Who wants to know what comes down the line, and how the line is. */
export interface Listener {
  hear: (message: Message) => void;
  changed: (link: Link) => void;
}

/** The service stops or restarts; not now. Any other end of its own making is final. */
const COME_BACK = new Set([1000, 1001, 1005, 1006, 1011, 1012, 1013, 1015]);
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

interface Waiting {
  act: AnyAct;
  done: () => void;
  refused: (problem: Problem) => void;
}

export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #link: Link = "connecting";
  /** The number of the last line heard. */
  #seen = 0;
  #seeding: Seeding | null = null;
  #listener: Listener | null = null;
  /** What came before anybody listened. */
  #unheard: Message[] = [];
  /** The number of the wish to go over to another table, until it is answered. */
  #crossing: number | null = null;
  #place!: Place;

  constructor(place: Place) {
    this.#turnTo(place);
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#open();
  }

  get place(): Place {
    return this.#place;
  }

  #turnTo(place: Place): void {
    this.#place = place;
    this.#seeding = "watch" in place || place.board ? null : new Seeding((act) => this.act(act));
    this.#seen = 0;
  }

  /**
   * Go over to the rematch, on the same socket if it is open. Nobody listens to the old table any more; what comes
   * from the new one waits for who sits down there.
   */
  goOver(place: Place): void {
    this.#listener = null;
    this.#unheard = [];
    this.#waiting.clear();
    this.#turnTo(place);
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#crossing = this.#next++;
      const wish: GoOver = { do: "go_over", id: this.#crossing };
      this.#socket.send(JSON.stringify(wish));
    } else this.#openAnew();
  }

  /** Tell everything to this one, beginning with what came before. */
  listen(listener: Listener): void {
    this.#listener = listener;
    listener.changed(this.#link);
    for (const message of this.#unheard.splice(0)) listener.hear(message);
  }

  /** Do something at the table; done when the service says that it is kept. It is sent again if the line breaks. */
  act(act: AnyAct): Promise<void> {
    const id = this.#next++;
    return new Promise((done, refused) => {
      this.#waiting.set(id, { act: { ...act, id }, done, refused });
      this.#send(id);
    });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  #openAnew(): void {
    const old = this.#socket;
    clearTimeout(this.#timer);
    this.#open();
    old?.close();
  }

  #open(): void {
    if (this.#ended) return;
    this.#crossing = null; // whoever opens a socket opens it at the right table
    this.#change("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#address()}`);
    this.#socket = socket;
    socket.onopen = () => {
      for (const id of this.#waiting.keys()) this.#send(id);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Message;
      if (this.#socket !== socket || !this.#isOver(message)) return;
      if (message.what === "welcome") {
        this.#wait = FIRST_WAIT;
        this.#change("open");
      }
      if ("standing" in message) {
        this.#seen = message.standing.number;
        this.#seeding?.hear(message);
      }
      if (this.#listener) this.#listener.hear(message);
      else this.#unheard.push(message);
      this.#answered(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#ended) return;
      if (!COME_BACK.has(event.code)) {
        this.#change("away");
        for (const one of this.#waiting.values()) one.refused({ code: "away", message: event.reason });
        this.#waiting.clear();
        return;
      }
      this.#change("lost");
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    };
  }

  /** Whether a message is of the table where we are: what comes before the answer to `go_over` is of the old one. */
  #isOver(message: Message): boolean {
    if (this.#crossing === null) return true;
    if (message.what === "company" || message.answer !== this.#crossing) return false;
    this.#crossing = null;
    if (message.what !== "refused") return true;
    this.#openAnew(); // as whoever follows the link would, who is told why not
    return false;
  }

  #address(): string {
    const { place } = this;
    if ("watch" in place) return `/api/watch/${place.watch}/socket?company=true&after=${this.#seen}`;
    return `/api/tables/${place.table}/socket?company=true&after=${this.#seen}${place.board ? "&board=true" : ""}`;
  }

  #change(link: Link): void {
    this.#link = link;
    this.#listener?.changed(link);
  }

  /** Awake or online again: do not wait any longer. */
  #again = (): void => {
    if (document.hidden || this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #send(id: number): void {
    const one = this.#waiting.get(id);
    if (one && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(one.act));
  }

  #answered(message: Message): void {
    if (message.what === "company" || message.answer == null) return;
    const one = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    // The same click came twice: it was followed the first time.
    if (message.what === "refused" && message.problem.code !== "repeated") one?.refused(message.problem);
    else one?.done();
  }
}
