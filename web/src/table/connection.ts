/** The socket of a table. It comes back by itself, with the number of the last line seen: nothing missed, nothing twice. */

import type { AnyAct, Message, Problem } from "@/wire";

export type Link = "connecting" | "open" | "lost" | "away";

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

  constructor(
    readonly address: () => string,
    readonly hear: (message: Message) => void,
    readonly changed: (link: Link) => void,
  ) {
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#open();
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

  #open(): void {
    if (this.#ended) return;
    this.changed("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.address()}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Message;
      if (message.what === "welcome") {
        this.#wait = FIRST_WAIT;
        this.changed("open");
      }
      this.hear(message);
      this.#answered(message);
      if (message.what === "welcome") for (const id of this.#waiting.keys()) this.#send(id);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#ended) return;
      if (!COME_BACK.has(event.code)) {
        this.changed("away");
        for (const one of this.#waiting.values()) one.refused({ code: "away", message: event.reason });
        this.#waiting.clear();
        return;
      }
      this.changed("lost");
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    };
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
