import type { InputProps } from 'antd';
import { TextField } from '../../../../components/form/text-field.tsx';
import type { InfoField } from './info-form.ts';
import { labelOf } from './info-part.tsx';
import type { InfoEdit } from './use-info-form.tsx';

type TextName = Exclude<InfoField, 'country' | 'isCommercial' | 'isTruck' | 'isBusinessSelect' | 'taxExempt'>;

interface TextInputProps extends Pick<InputProps, 'maxLength'> {
  edit: InfoEdit;
  name: TextName;
  type?: 'text' | 'email' | 'tel';
  hint?: string | null;
  onType?: (text: string) => void;
  onLeave?: () => void;
}

/** A text of the customer; its label says whether it was changed. */
export function TextInput({ edit, name, onLeave, ...input }: TextInputProps) {
  return (
    <div data-field={name}>
      <TextField control={edit.form.control} name={name} label={labelOf(name, edit)} {...(onLeave && { onBlur: onLeave })} {...input} />
    </div>
  );
}
