import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { useRef } from 'react';
import type { CodeField as CodeFieldName } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { TextField } from './text-field.tsx';
import type { Codes } from './use-codes.ts';

interface CodeFieldProps {
  access: FormAccess;
  codes: Codes;
  field: CodeFieldName;
  label: string;
  placeholder: string;
  className?: string | undefined;
}

const uncheckedWords = 'Could not be checked for other customers. That happens at the sign-up.';

/** A plate or tag: when somebody has left it, it is completed, checked, and asked for. */
export function CodeField({ access, codes, field, label, placeholder, className }: CodeFieldProps) {
  const value = access.form[field];
  const before = useRef(value);
  return (
    <TextField
      access={access}
      field={field}
      label={label}
      hint={value !== '' && codes.unchecked[field] === value ? uncheckedWords : undefined}
      className={className}
      placeholder={placeholder}
      maxLength={maxCodeLength}
      onType={(text) => access.change({ [field]: text.toUpperCase() })}
      onFocus={() => {
        before.current = value;
      }}
      onBlur={() => codes.take({ field, code: value, before: before.current })}
    />
  );
}
