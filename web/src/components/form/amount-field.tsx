import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextField } from './text-field.tsx';

/** An amount in dollars. A text field: a number field changes by the wheel and drops what it cannot read, so that 12,50 is 1250. */
export function AmountField<In extends FieldValues, Out>(props: ComponentProps<typeof TextField<In, Out>>) {
  return <TextField<In, Out> prefix="$" inputMode="decimal" spellCheck={false} {...props} />;
}
