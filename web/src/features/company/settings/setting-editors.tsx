import { Button, Input, Select } from 'antd';
import { useId, useState, type ChangeEvent } from 'react';
import { giftKinds, giftNames, memberDays, type GiftKind } from '@washdesk/rules/billing/gift-limits';
import { centsToDollars, dollarsToCents } from '@washdesk/rules/billing/money';
import type { Settings } from '@washdesk/rules/company/settings';
import { capitalized } from '@washdesk/rules/text/capitalized';
import { counted } from '@washdesk/rules/text/counts';
import { Field } from '../../../components/input/field.tsx';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { usePriceName } from './price-name.ts';
import { textOfValue, valueOfText, type TextEditor, type ParsedText } from './setting-text.ts';
import { useSettingPricesQuery } from './settings-api.ts';
import styles from './settings.module.css';

interface EditorProps<Value> {
  label: string;
  value: Value;
  problem: string | null;
  onType: (typed: ParsedText) => void;
}

/** Edits a value in one field; lists have one entry per line. */
export function TextEditorField({
  editor,
  unit,
  label,
  value,
  problem,
  onType,
}: EditorProps<unknown> & { editor: TextEditor; unit?: string }) {
  const [text, setText] = useState(() => textOfValue(editor, value));
  const type = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setText(target.value);
    onType(valueOfText(editor, target.value));
  };
  const isList = editor === 'lines' || editor === 'numbers';
  return (
    <Field label={label} problem={problem}>
      {(control) =>
        isList ? (
          <Input.TextArea {...control} autoFocus rows={Math.min(12, text.split('\n').length + 1)} value={text} onChange={type} />
        ) : (
          <Input {...control} autoFocus size="large" autoComplete="off" suffix={unit} value={text} onChange={type} />
        )
      }
    </Field>
  );
}

/** Selects one of the company's prices, or none. */
export function PriceEditor({ label, value, problem, onType }: EditorProps<string | null>) {
  const { data, isFetching } = useSettingPricesQuery({ query: {} });
  const nameOf = usePriceName();
  const [chosen, setChosen] = useState(value);
  const options = (data?.prices ?? [])
    .filter(({ currentprice }) => currentprice)
    .map((price) => ({ value: price.PlanId, label: nameOf(price) }));
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <Select
          {...control}
          size="large"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          placeholder="None"
          options={options}
          value={chosen}
          onChange={(id: string | undefined) => {
            setChosen(id ?? null);
            onType({ value: id ?? null });
          }}
        />
      )}
    </Field>
  );
}

export function YesNoEditor({ label, value, problem, onType }: EditorProps<boolean>) {
  const [chosen, setChosen] = useState(value);
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <Select
          {...control}
          size="large"
          options={[
            { value: true, label: 'Yes' },
            { value: false, label: 'No' },
          ]}
          value={chosen}
          onChange={(answer: boolean) => {
            setChosen(answer);
            onType({ value: answer });
          }}
        />
      )}
    </Field>
  );
}

export function LogoEditor({ label, value, problem, onType }: EditorProps<string | null>) {
  const id = useId();
  const [logo, setLogo] = useState(value);
  const choose = (png: string | null): void => {
    setLogo(png);
    onType({ value: png });
  };
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    choose(btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')));
  };
  return (
    <div className={styles.logo}>
      <Field label={label} problem={problem} id={id}>
        {({ 'aria-describedby': words }) => (
          <input id={id} type="file" accept="image/png" aria-describedby={words} onChange={(event) => void read(event)} />
        )}
      </Field>
      {logo && <img src={`data:image/png;base64,${logo}`} alt="Receipt logo" />}
      <Button disabled={logo === null} onClick={() => choose(null)}>
        No Logo
      </Button>
    </div>
  );
}

type Contacts = Settings['siteContacts'];

export function ContactsEditor({ value, problem, onType }: EditorProps<Contacts>) {
  const { data } = useLocationsQuery();
  const [contacts, setContacts] = useState(value);
  const change = (site: string, part: Partial<Contacts[string]>): void => {
    const next = { ...contacts, [site]: { address: '', phone: '', ...contacts[site], ...part } };
    setContacts(next);
    onType({ value: next });
  };
  return (
    <div className={styles.contacts}>
      {(data?.locations ?? []).map(({ display_name: name, metadata: { site } }) => (
        <div key={site}>
          <Field label={`Address of ${name}`} problem={problem}>
            {(control) => (
              <Input.TextArea
                {...control}
                rows={2}
                value={contacts[site]?.address ?? ''}
                onChange={({ target }) => change(site, { address: target.value })}
              />
            )}
          </Field>
          <Field label={`Phone of ${name}`}>
            {(control) => (
              <Input {...control} value={contacts[site]?.phone ?? ''} onChange={({ target }) => change(site, { phone: target.value })} />
            )}
          </Field>
        </div>
      ))}
    </div>
  );
}

type Limits = Settings['dailyLimits'];

const limitFields = [
  ['charges', 'count', 'Charges per day'],
  ['charges', 'cents', 'Charge total per day ($)'],
  ['refunds', 'count', 'Refunds per day'],
  ['refunds', 'cents', 'Refund total per day ($)'],
] as const;

export function LimitsEditor({ value, problem, onType }: EditorProps<Limits>) {
  const [texts, setTexts] = useState(() =>
    limitFields.map(([of, what]) => (what === 'cents' ? centsToDollars(value[of].cents).replaceAll(/[$,]/g, '') : String(value[of].count))),
  );
  const change = (index: number, text: string): void => {
    const next = texts.with(index, text);
    setTexts(next);
    const numbers = limitFields.map(([, what], field) => (what === 'cents' ? dollarsToCents(next[field]!) : wholeNumber(next[field]!)));
    const missing = numbers.indexOf(null);
    if (missing !== -1) return onType({ problem: `${limitFields[missing]![2]} must be a number` });
    const [chargeCount, chargeCents, refundCount, refundCents] = numbers;
    onType({ value: { charges: { count: chargeCount, cents: chargeCents }, refunds: { count: refundCount, cents: refundCents } } });
  };
  return (
    <div className={styles.limits}>
      {limitFields.map(([of, what, label], index) => (
        <Field key={`${of}-${what}`} label={label} problem={index === 0 ? problem : null}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              prefix={what === 'cents' ? '$' : undefined}
              value={texts[index]}
              onChange={({ target }) => change(index, target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

const giftFields = giftKinds.flatMap((kind) => [
  { kind, by: 'person' as const, label: `${giftNames[kind]}: per employee and day` },
  { kind, by: 'device' as const, label: `${giftNames[kind]}: per register and day` },
  { kind, by: 'member' as const, label: `${giftNames[kind]}: per member in ${counted(memberDays[kind], 'day')}` },
]);

export function GiftLimitsEditor({ value, problem, onType }: EditorProps<Settings['giftLimits']>) {
  const [texts, setTexts] = useState(() => giftFields.map(({ kind, by }) => String(value[kind][by])));
  const change = (index: number, text: string): void => {
    const next = texts.with(index, text);
    setTexts(next);
    const missing = next.findIndex((typed) => wholeNumber(typed) === null);
    if (missing !== -1) return onType({ problem: `${giftFields[missing]!.label} must be a number` });
    const of = (kind: GiftKind) =>
      Object.fromEntries(giftFields.flatMap((field, at) => (field.kind === kind ? [[field.by, wholeNumber(next[at]!)]] : [])));
    onType({ value: Object.fromEntries(giftKinds.map((kind) => [kind, of(kind)])) });
  };
  return (
    <div className={styles.limits}>
      {giftFields.map(({ label }, index) => (
        <Field key={label} label={capitalized(label)} problem={index === 0 ? problem : null}>
          {(control) => (
            <Input {...control} inputMode="numeric" value={texts[index]} onChange={({ target }) => change(index, target.value)} />
          )}
        </Field>
      ))}
    </div>
  );
}

const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
