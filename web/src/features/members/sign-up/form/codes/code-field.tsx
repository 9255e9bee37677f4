import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { maxCodeLength } from '@washdesk/rules/codes/codes';
import type { CodeField as CodeFieldName } from '../fields/field-order.ts';
import { SignUpText, type SignUpTextProps } from '../fields/sign-up-text.tsx';
import type { Codes } from './use-codes.ts';

interface CodeFieldProps extends SignUpTextProps {
  field: CodeFieldName;
  codes: Codes;
}

const uncheckedWords = 'Couldn’t check for other customers with this code. It’s checked at sign-up.';

/** A plate or tag field, completed and looked up when it loses the focus. */
export function CodeField({ codes, field, form, ...props }: CodeFieldProps) {
  const value = useWatch({ control: form.control, name: field });
  const before = useRef(value);
  return (
    <SignUpText
      {...props}
      form={form}
      field={field}
      hint={value !== '' && codes.unchecked[field] === value ? uncheckedWords : undefined}
      maxLength={maxCodeLength}
      onType={(text) => form.change({ [field]: text.toUpperCase() })}
      onFocus={() => {
        before.current = value;
      }}
      onBlur={() => codes.enter({ field, code: value, before: before.current })}
    />
  );
}
