import { codeKind } from '@washdesk/rules/codes/codes';
import { isTagEntry, isTheCardNumber } from '@washdesk/rules/customers/customer-entry';
import { useState } from 'react';
import { useScanner } from '../../../../../lib/scanner/use-scanner.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import type { FieldName } from '../fields/field-order.ts';
import { missingOf } from '../state/checklist.ts';
import type { FormControl } from '../state/form-control.ts';
import type { Codes } from './use-codes.ts';

/** Scans from anywhere fill their field and move the focus to the next missing one. Returns what was wrong with the last scan. */
export function useFormScanner({ change, getValues }: FormControl, codes: Codes, goTo: (field: FieldName) => void): string | null {
  const [warning, setWarning] = useState<string | null>(null);
  useScanner({
    onWarning: setWarning,
    onScan: (code) => {
      const form = getValues();
      const field = fieldForScan(code, form);
      setWarning(field === null ? `No field takes the scan ${code}` : null);
      if (field === null) return;
      if (field === 'theCardNumber') change({ theCardNumber: code });
      else codes.enter({ field, code, before: form[field] });
      const next = missingOf({ ...form, [field]: code })[0];
      if (next) goTo(next.field);
    },
  });
  return warning;
}

type Scanned = 'plate' | 'tag' | 'theCardNumber';

/** The field that a scanned code fills; null for a code that no field takes. Of two long cards the first is the tag, the second the loyalty card. */
export function fieldForScan(code: string, { plate, tag }: Pick<SignUpForm, 'plate' | 'tag'>): Scanned | null {
  if (codeKind(code) === 'plate') return plate === '' ? 'plate' : 'tag';
  if (mayStandForPlate(code) && plate === '') return 'plate';
  if (isTheCardNumber(code) && (tag !== '' || !isTagEntry(code))) return 'theCardNumber';
  return isTagEntry(code) ? 'tag' : null;
}

/** A card of 16 digits may stand in a plate's place. */
const mayStandForPlate = (code: string): boolean => codeKind(code) === 'card' && code.length === 16;
