/** The settings of a table, complete: the service does not send what nobody has changed. */

import { SETTINGS, type Settings } from "@/wire";

export function spelledOut(settings: Settings): Required<Settings> {
  return { ...SETTINGS, ...settings };
}
