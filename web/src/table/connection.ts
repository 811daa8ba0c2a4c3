/** The socket of a table. It reconnects with the number of the last line, so no line is lost or repeated. */

import { withBase } from "@/base";
import type { AnyCommand, SwitchToRematch, ServerMessage, ErrorResponse } from "@/wire";
import { Seeding } from "./seeding";

export type Link = "connecting" | "open" | "lost" | "away";

/** A table as a player, as its `board`, or as a spectator. */
export type Place = { table: string; board?: boolean } | { watch: string };

/** Receiver of messages and of the connection state. */
export interface Listener {
  hear: (message: ServerMessage) => void;
  changed: (link: Link) => void;
}

/** The service stops or restarts; try again. Any other close by the service is final. */
const COME_BACK = new Set([1000, 1001, 1005, 1006, 1011, 1012, 1013, 1015]);
/** Milliseconds until the first and between the last attempts to reconnect. The first ones are close together: a restart is short. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const GROWTH = 1.25;
/** Share of a wait that is random, so that all clients of a restarted service do not come at once. */
const SPREAD = 0.4;

interface Waiting {
  act: AnyCommand;
  done: () => void;
  refused: (problem: ErrorResponse) => void;
}

export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #link: Link = "connecting";
  /** Number of the last received line. */
  #seen = 0;
  #seeding: Seeding | null = null;
  #listener: Listener | null = null;
  /** Messages from before the first listener. */
  #unheard: ServerMessage[] = [];
  /** Number of the pending request to switch tables. */
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
    this.#seeding = "watch" in place || place.board ? null : new Seeding((act) => this.act(act), place.table);
    this.#seen = 0;
  }

  /**
   * Switch to the rematch, on the same socket if it is open. Messages of the old table are dropped;
   * messages of the new one wait for the next listener.
   */
  goOver(place: Place): void {
    this.#listener = null;
    this.#unheard = [];
    this.#waiting.clear();
    this.#turnTo(place);
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#crossing = this.#next++;
      const wish: SwitchToRematch = { do: "go_over", id: this.#crossing };
      this.#socket.send(JSON.stringify(wish));
    } else this.#openAnew();
  }

  /** Deliver all messages to this listener, the stored ones first. */
  listen(listener: Listener): void {
    this.#listener = listener;
    listener.changed(this.#link);
    for (const message of this.#unheard.splice(0)) listener.hear(message);
  }

  /** Send an action; resolves when the service has stored it. A lost connection sends it again. */
  act(act: AnyCommand): Promise<void> {
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
    this.#crossing = null; // a new socket connects to the right table
    this.#change("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${withBase(this.#address())}`);
    this.#socket = socket;
    socket.onopen = () => {
      for (const id of this.#waiting.keys()) this.#send(id);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as ServerMessage;
      if (this.#socket !== socket || !this.#isOver(message)) return;
      if (message.what === "welcome") {
        this.#wait = FIRST_WAIT;
        this.#change("open");
      }
      if ("snapshot" in message) {
        this.#seen = message.snapshot.number;
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
      this.#timer = setTimeout(() => this.#open(), this.#wait * (1 - SPREAD * Math.random()));
      this.#wait = Math.min(this.#wait * GROWTH, LONGEST_WAIT);
    };
  }

  /** Return whether a message belongs to the current table: messages before the answer to `go_over` belong to the old one. */
  #isOver(message: ServerMessage): boolean {
    if (this.#crossing === null) return true;
    if (message.what === "company" || message.answer !== this.#crossing) return false;
    this.#crossing = null;
    if (message.what !== "refused") return true;
    this.#openAnew(); // a fresh socket receives the reason for the refusal
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

  /** The device woke up or is online again: reconnect at once. */
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

  #answered(message: ServerMessage): void {
    if (message.what === "company" || message.answer == null) return;
    const one = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    // A repeated request: the service had already accepted the first one.
    if (message.what === "refused" && message.problem.code !== "repeated") one?.refused(message.problem);
    else one?.done();
  }
}
