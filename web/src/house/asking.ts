/** Requests to the service over HTTP. A refusal is thrown as a problem: a code and a message. */

import { withBase } from "@/base";
import type {
  AdviceShown, AnyAct, Catalogue, CodeShown, Continuation, DiceShown, DrawingShown, Guest, LessonWish, MyTable, NetworkRequest, NetworkResponse, Problem, ReplayMade,
  ReplayShown, ResumeLink, StudyShown, StudyWish, TableMade, TableWish, Welcome,
} from "@/wire";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** The service did not answer. */
export function unreachable(): Refusal {
  return new Refusal({ code: "offline", message: "The table cannot be reached." });
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(withBase(path), {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) {
    try {
      throw new Refusal(JSON.parse(text) as Problem);
    } catch (flaw) {
      if (flaw instanceof Refusal) throw flaw;
      throw new Refusal({ code: "failed", message: response.statusText });
    }
  }
  return (text ? JSON.parse(text) : null) as Answer;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
const replayed = (key: string): string => `/api/replays/${encodeURIComponent(key)}`;

export const asking = {
  me: () => ask<Guest>("GET", "/api/me"),
  introduce: (name: string) => ask<Guest>("PUT", "/api/me", { name }),
  resumeLink: () => ask<ResumeLink>("POST", "/api/me/resume"),
  resume: (key: string) => ask<Guest>("POST", "/api/resume", { key }),
  catalogue: () => ask<Catalogue>("GET", "/api/games"),
  drawing: (game: string, rows: string) =>
    ask<DrawingShown>("GET", `/api/games/${encodeURIComponent(game)}/drawing?rows=${encodeURIComponent(rows)}`),
  tables: (since = 0) => ask<MyTable[]>("GET", since ? `/api/tables?since=${since}` : "/api/tables"),
  lay: (wish: TableWish) => ask<TableMade>("POST", "/api/tables", wish),
  code: (code: string) => ask<CodeShown>("GET", `/api/codes/${encodeURIComponent(code)}`),
  look: (table: string) => ask<Welcome>("GET", at(table)),
  act: (table: string, act: AnyAct) => ask<Welcome>("POST", `${at(table)}/acts`, act),
  coach: (table: string) => ask<AdviceShown>("GET", `${at(table)}/coach`),
  dice: (table: string) => ask<DiceShown>("GET", `${at(table)}/dice`),
  qr: (table: string): string => withBase(`${at(table)}/qr.svg`),
  replay: (key: string, first: number, seat: number | null, count = 200) =>
    ask<ReplayShown>("GET", `${replayed(key)}?first=${first}&count=${count}${seat === null ? "" : `&seat=${seat}`}`),
  proof: (key: string) => ask<Record<string, unknown>>("GET", `${replayed(key)}/proof`),
  analysis: (key: string) => ask<Record<string, unknown>>("GET", `${replayed(key)}/analysis`),
  recordOf: (key: string): string => withBase(`${replayed(key)}/record`),
  lesson: (wish: LessonWish) => ask<TableMade>("POST", "/api/lessons", wish),
  network: () => ask<NetworkResponse>("GET", "/api/network"),
  changeNetwork: (wish: NetworkRequest) => ask<NetworkResponse>("PUT", "/api/network", wish),
  upload: (record: string) => ask<ReplayMade>("POST", "/api/replays", record),
  study: (wish: StudyWish) => ask<StudyShown>("POST", "/api/studies", wish),
  studyNow: (key: string) => ask<StudyShown>("GET", `/api/studies/${encodeURIComponent(key)}`),
  reportOf: (key: string): string => withBase(`/api/studies/${encodeURIComponent(key)}/report`),
  goOn: (key: string, wish: Continuation) => ask<TableMade>("POST", `${replayed(key)}/tables`, wish),
};
