import { readCode } from './code-forms.ts';
import { codeKind, normalizeCode } from './codes.ts';

/** A plate as displayed: the characters large, the state small. */
export interface Plate {
  characters: string;
  /** Two letters. 'HI' marks an interior plan (docs/rules/billing.md#plate-and-plan). */
  state: string;
}

/** The states of the quick buttons on the redeem screen (docs/rules/lane.md#redeem). */
export const plateStates = [
  { abbreviation: 'IL', name: 'Illinois' },
  { abbreviation: 'IN', name: 'Indiana' },
  { abbreviation: 'HI', name: 'Hawaii' },
] as const;

/** A hyphen and the part of the state typed so far. */
const stateEnding = /-[A-Z]{0,2}$/;

/** Returns a plate's customer code: the characters uppercased, a hyphen, the state (docs/rules/billing.md#online-sign-up). */
export function formatPlate(plate: string, state: string): string {
  return `${normalizeCode(plate).replaceAll(/[\s-]/g, '')}-${normalizeCode(state)}`;
}

/** Returns the parts of a plate code, or null if the code is not a plate. */
export function parsePlate(code: string): Plate | null {
  if (codeKind(code) !== 'plate') return null;
  const normal = normalizeCode(code);
  const hyphen = normal.lastIndexOf('-');
  return { characters: normal.slice(0, hyphen), state: normal.slice(hyphen + 1) };
}

/**
 * Sets the state of a partly typed plate: 'abc 123', 'ABC123-' and 'ABC123 IN' all become 'ABC123-IL'. Empty text, tags and cards are
 * returned unchanged, because they have no state.
 */
export function withPlateState(code: string, state: string): string {
  const normal = readCode(code);
  const kind = codeKind(normal);
  if (kind === 'tag' || kind === 'card') return normal;
  const characters = normal.replace(stateEnding, '');
  return characters === '' ? normal : formatPlate(characters, state);
}
