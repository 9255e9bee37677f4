import { isObject } from './conversation.ts';

export interface Difference {
  /** `latest_invoice.lines.data.0.amount`; `status` is the status of the response. */
  path: string;
  recorded: unknown;
  here: unknown;
}

/** The tolerance for times: the recording only has the time of the response. */
const secondsOff = 3;
const id = /^[a-z]+(_[a-z]+)*_[A-Za-z0-9]{8,}$/;

/** The same within a text. */
export const anyId = /[a-z]+(?:_[a-z]+)*_[A-Za-z0-9]{8,}/g;

/** Maps ids of the recording to ids here. */
export class IdPairs {
  readonly #here = new Map<string, string>();

  /** Replaces every known id of the text. */
  translated(text: string): string {
    return text.replaceAll(anyId, (found) => this.#here.get(found) ?? found);
  }

  knows(recorded: string): boolean {
    return this.#here.has(recorded);
  }

  /** Pairs two ids of the same kind at the same place. */
  areSame(recorded: string, here: string): boolean {
    const known = this.#here.get(recorded);
    if (known !== undefined) return known === here;
    if (!id.test(recorded) || !id.test(here) || kindOf(recorded) !== kindOf(here)) return false;
    this.#here.set(recorded, here);
    return true;
  }
}

const kindOf = (name: string): string => name.slice(0, name.lastIndexOf('_'));

/** Returns every place where two responses differ, at the innermost distinguishing part. */
export function differences(recorded: unknown, here: unknown, ids: IdPairs, at: readonly string[] = []): Difference[] {
  if (Array.isArray(recorded) && Array.isArray(here)) {
    const length = Math.max(recorded.length, here.length);
    return Array.from({ length }, (_, index) => differences(recorded[index], here[index], ids, [...at, String(index)])).flat();
  }
  if (isObject(recorded) && isObject(here)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(here)]);
    return [...names].flatMap((name) => differences(recorded[name], here[name], ids, [...at, name]));
  }
  return isEqual(recorded, here, ids) ? [] : [{ path: at.join('.'), recorded, here }];
}

function isEqual(recorded: unknown, here: unknown, ids: IdPairs): boolean {
  if (recorded === here) return true;
  if (isInstant(recorded) && isInstant(here)) return Math.abs(recorded - here) <= secondsOff;
  if (typeof recorded !== 'string' || typeof here !== 'string') return false;
  return ids.areSame(recorded, here) || ids.translated(recorded) === here;
}

const isInstant = (value: unknown): value is number => typeof value === 'number' && value > 1_500_000_000 && value < 2_500_000_000;
