import { useState } from 'react';
import { fieldForScan, noFieldTakes } from '../../../../../domain/codes/scanned-field.ts';
import { useScanner } from '../../../../../lib/scanner/use-scanner.ts';
import type { FieldName } from '../fields/field-order.ts';
import { missingOf } from '../state/checklist.ts';
import type { FormControl } from '../state/form-control.ts';
import type { Codes } from './use-codes.ts';

/** Fills the matching field from a scan anywhere and moves the focus to the next missing one. Returns the last scan's problem. */
export function useFormScanner({ change, getValues }: FormControl, codes: Codes, goTo: (field: FieldName) => void): string | null {
  const [warning, setWarning] = useState<string | null>(null);
  useScanner({
    onWarning: setWarning,
    onScan: (code) => {
      const form = getValues();
      const field = fieldForScan(code, form);
      setWarning(field === null ? noFieldTakes(code) : null);
      if (field === null) return;
      if (field === 'theCardNumber') change({ theCardNumber: code });
      else codes.enter({ field, code, before: form[field] });
      const next = missingOf({ ...form, [field]: code })[0];
      if (next) goTo(next.field);
    },
  });
  return warning;
}
