/** The chosen trade so far: a row, and cards of the hand by their keys. Nothing is sent yet. */

import type { Scene } from "@/table/scene";
import type { life } from "@/wire";
import { handAfter, mayGive, openRows, type Step, step, tapped, tokens, wanted } from "./trade";

export class Choosing {
  #row = $state<number | null>(null);
  #raised = $state.raw<string[]>([]);

  constructor(readonly scene: () => Scene<life.View>) {}

  /** The chosen row; a row that was already sent cannot change. */
  get row(): number | null {
    const { view, deciding } = this.scene();
    if (!deciding) return null;
    return view.doing === "give" ? view.taking : this.#row;
  }

  get raised(): readonly string[] {
    return this.scene().deciding ? this.#raised : [];
  }

  get gift(): string[] {
    return this.raised.map((key) => key.split("-")[0] ?? "");
  }

  get wanted(): number {
    return wanted(this.scene().view, this.row);
  }

  get step(): Step {
    const { view, legal } = this.scene();
    return step(view, legal, this.row, this.gift);
  }

  /** The hand after the chosen trade. */
  get after(): string[] | null {
    return this.row === null ? null : handAfter(this.scene().view, this.row, this.gift);
  }

  mayTake(row: number): boolean {
    return openRows(this.scene().legal).includes(row);
  }

  mayGive(animal: string): boolean {
    return mayGive(animal, this.scene().legal);
  }

  take(row: number): void {
    if (!this.mayTake(row)) return;
    this.#row = row;
    this.#raised = this.#raised.slice(-wanted(this.scene().view, row));
  }

  tap(key: string): void {
    this.#raised = tapped(this.#raised, key, this.wanted);
  }

  /** Send all decisions of the trade together, so that the service accepts all or none. */
  trade(): void {
    const { view, play } = this.scene();
    if (this.step === "ready" && this.row !== null) play(...tokens(view, this.row, this.gift));
  }

  forget(): void {
    this.#row = null;
    this.#raised = [];
  }
}
