/** Requests to the service over HTTP. A refusal is thrown as a problem: a code and a message. */

import { withBase } from "@/base";
import type {
  AdviceResponse, AnyCommand, CatalogueResponse, CodeResponse, ContinueRequest, DiceResponse, DrawingResponse, GuestResponse, KeyResponse, LessonRequest, MyTableResponse, ErrorResponse, NetworkRequest, NetworkResponse, NewReplayResponse,
  ReplayResponse, ResumeLinkResponse, StudyResponse, StudyRequest, TableResponse, TableRequest, Welcome,
} from "@/wire";

export class Refusal extends Error {
  constructor(readonly problem: ErrorResponse) {
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
      throw new Refusal(JSON.parse(text) as ErrorResponse);
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
  me: () => ask<GuestResponse>("GET", "/api/me"),
  introduce: (name: string) => ask<GuestResponse>("PUT", "/api/me", { name }),
  resumeLink: () => ask<ResumeLinkResponse>("POST", "/api/me/resume"),
  resume: (key: string) => ask<GuestResponse>("POST", "/api/resume", { key }),
  keys: () => ask<KeyResponse[]>("GET", "/api/me/keys"),
  endKey: (id: string) => ask<null>("DELETE", `/api/me/keys/${encodeURIComponent(id)}`),
  catalogue: () => ask<CatalogueResponse>("GET", "/api/games"),
  drawing: (game: string, rows: string) =>
    ask<DrawingResponse>("GET", `/api/games/${encodeURIComponent(game)}/drawing?rows=${encodeURIComponent(rows)}`),
  tables: (since = 0) => ask<MyTableResponse[]>("GET", since ? `/api/tables?since=${since}` : "/api/tables"),
  lay: (wish: TableRequest) => ask<TableResponse>("POST", "/api/tables", wish),
  code: (code: string) => ask<CodeResponse>("GET", `/api/codes/${encodeURIComponent(code)}`),
  look: (table: string) => ask<Welcome>("GET", at(table)),
  act: (table: string, act: AnyCommand) => ask<Welcome>("POST", `${at(table)}/commands`, act),
  coach: (table: string) => ask<AdviceResponse>("GET", `${at(table)}/coach`),
  dice: (table: string) => ask<DiceResponse>("GET", `${at(table)}/dice`),
  qr: (table: string): string => withBase(`${at(table)}/qr.svg`),
  replay: (key: string, first: number, seat: number | null, count = 200) =>
    ask<ReplayResponse>("GET", `${replayed(key)}?first=${first}&count=${count}${seat === null ? "" : `&seat=${seat}`}`),
  record: (key: string) => ask<Record<string, unknown>>("GET", `${replayed(key)}/record`),
  analysis: (key: string) => ask<Record<string, unknown>>("GET", `${replayed(key)}/analysis`),
  recordOf: (key: string): string => withBase(`${replayed(key)}/record`),
  lesson: (wish: LessonRequest) => ask<TableResponse>("POST", "/api/lessons", wish),
  network: () => ask<NetworkResponse>("GET", "/api/network"),
  changeNetwork: (wish: NetworkRequest) => ask<NetworkResponse>("PUT", "/api/network", wish),
  upload: (record: string) => ask<NewReplayResponse>("POST", "/api/replays", record),
  study: (wish: StudyRequest) => ask<StudyResponse>("POST", "/api/studies", wish),
  studyNow: (key: string) => ask<StudyResponse>("GET", `/api/studies/${encodeURIComponent(key)}`),
  reportOf: (key: string): string => withBase(`/api/studies/${encodeURIComponent(key)}/report`),
  goOn: (key: string, wish: ContinueRequest) => ask<TableResponse>("POST", `${replayed(key)}/tables`, wish),
};
