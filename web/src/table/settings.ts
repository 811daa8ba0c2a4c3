/** Complete table settings: the service sends only values that differ from the default. */

import { SETTINGS, type Settings } from "@/wire";

export function spelledOut(settings: Settings): Required<Settings> {
  return { ...SETTINGS, ...settings };
}
