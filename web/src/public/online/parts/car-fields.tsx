import { useEffect } from 'react';
import { SelectField } from '../../components/field.tsx';
import { useRead } from '../../lib/use-read.ts';
import { readColors, readMakes, readModels } from '../online-calls.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './form-parts.module.css';

interface CarFieldsProps {
  form: SignUpForm;
  change: (values: Partial<SignUpForm>) => void;
}

const byName = (all: readonly { name: string }[]) => all.map(({ name }) => ({ value: name, label: name }));

/** Make, color, and the model where the make has some. A failed list does not prevent the payment. */
export function CarFields({ form, change }: CarFieldsProps) {
  const { customer } = useTexts();
  const { site, make, color } = form;
  const place = site === null ? null : String(site);
  const makes = useRead(place, (signal) => readMakes(Number(site), signal)).data?.makes ?? [];
  const colors = useRead(place, (signal) => readColors(Number(site), signal)).data?.colors ?? [];
  const makeId = makes.find(({ name }) => name === make)?.id;
  const models = useRead(makeId === undefined ? null : `${place} ${makeId}`, (signal) => readModels(Number(site), Number(makeId), signal));
  const firstColor = colors[0]?.name;

  useEffect(() => {
    if (color === '' && firstColor !== undefined) change({ color: firstColor });
  }, [color, firstColor, change]);

  const known = (all: readonly { name: string }[], chosen: string) =>
    byName(chosen === '' || all.some(({ name }) => name === chosen) ? all : [{ name: chosen }, ...all]);
  const ofMake = models.data?.models ?? [];
  return (
    <>
      <SelectField
        label={customer.make}
        name="make"
        value={make}
        empty={customer.none}
        choices={known(makes, make)}
        onChange={(chosen) => change({ make: chosen, model: '' })}
      />
      <div className={styles.pair}>
        <SelectField
          label={customer.color}
          name="color"
          value={color}
          choices={known(colors, color).map(({ value }) => ({ value, label: customer.colorName(value) }))}
          onChange={(chosen) => change({ color: chosen })}
        />
        {ofMake.length > 0 && (
          <SelectField
            label={customer.model}
            name="model"
            value={form.model}
            empty={customer.none}
            choices={byName(ofMake)}
            onChange={(chosen) => change({ model: chosen })}
          />
        )}
      </div>
    </>
  );
}
