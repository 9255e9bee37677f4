import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { network } from '@washdesk/contracts/values';
import type { FormFieldProps } from '../../components/form/form-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { isAccepted } from '../../lib/forms/problems.ts';

/** Reads addresses and networks separated by commas, spaces or line breaks. */
export const typedNetworks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((one) => isAccepted(network, one)), 'Enter addresses such as 203.0.113.7 or 10.0.0.0/8');

type NetworksFieldProps<In extends FieldValues, Out> = Omit<FormFieldProps<In, FieldPathByValue<In, string>, Out>, 'children' | 'label'>;

export function NetworksField<In extends FieldValues, Out>(field: NetworksFieldProps<In, Out>) {
  return <TextAreaField {...field} label="Addresses" rows={{ min: 1, max: 4 }} />;
}
