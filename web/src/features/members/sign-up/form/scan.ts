import { codeKind } from '@washdesk/rules/codes/codes';
import { isTagEntry, isTheCardNumber } from '@washdesk/rules/customers/customer-entry';
import type { SignUpForm } from '../sign-up-form.ts';

type Scanned = 'plate' | 'tag' | 'theCardNumber';

/** Cards of 16 digits may stand in a plate's place (front-desk section 5, "Plate"). */
const mayStandForPlate = (code: string): boolean => codeKind(code) === 'card' && code.length === 16;

/** Which field a scanned code fills; null for a code that none takes. A second long card is the loyalty card, the first one the tag. */
export function fieldForScan(code: string, { plate, tag }: Pick<SignUpForm, 'plate' | 'tag'>): Scanned | null {
  if (codeKind(code) === 'plate') return plate === '' ? 'plate' : 'tag';
  if (mayStandForPlate(code) && plate === '') return 'plate';
  if (isTheCardNumber(code) && (tag !== '' || !isTagEntry(code))) return 'theCardNumber';
  return isTagEntry(code) ? 'tag' : null;
}
