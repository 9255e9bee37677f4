import { codeKind } from '@washdesk/rules/codes/codes';
import { isTagEntry, isTheCardNumber } from '@washdesk/rules/customers/customer-entry';

type ScannedField = 'plate' | 'tag' | 'theCardNumber';

/** Returns the field that a scanned code fills; null if none does. Of two long cards the first is the tag, the second the loyalty card. */
export function fieldForScan(code: string, { plate, tag }: { plate: string; tag: string }): ScannedField | null {
  if (codeKind(code) === 'plate') return plate === '' ? 'plate' : 'tag';
  if (mayStandForPlate(code) && plate === '') return 'plate';
  if (isTheCardNumber(code) && (tag !== '' || !isTagEntry(code))) return 'theCardNumber';
  return isTagEntry(code) ? 'tag' : null;
}

/** A card of 16 digits may replace a plate. */
const mayStandForPlate = (code: string): boolean => codeKind(code) === 'card' && code.length === 16;

/** The message for a scan that no field accepts. */
export const noFieldTakes = (code: string): string => `This screen has no field for the scan ${code}`;
