import { useScanner } from '../../../../lib/scanner/use-scanner.ts';
import { useState } from 'react';
import { missingOf } from './checklist.ts';
import type { FieldName } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { fieldForScan } from './scan.ts';
import type { Codes } from './use-codes.ts';

/** Scans from anywhere fill their field, and the focus goes to the next one that is missing. Returns what was wrong with the last scan. */
export function useFormScanner({ form, change }: FormAccess, codes: Codes, goTo: (field: FieldName) => void): string | null {
  const [warning, setWarning] = useState<string | null>(null);
  useScanner({
    onWarning: setWarning,
    onScan: (code) => {
      const field = fieldForScan(code, form);
      setWarning(field === null ? `No field takes the scan ${code}` : null);
      if (field === null) return;
      if (field === 'theCardNumber') change({ theCardNumber: code });
      else codes.take({ field, code, before: form[field] });
      const next = missingOf({ ...form, [field]: code })[0];
      if (next) goTo(next.field);
    },
  });
  return warning;
}
