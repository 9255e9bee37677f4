import { Alert, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { errorText } from '../../../lib/register-bridge/call-register.ts';
import { printPage } from '../../../lib/register-bridge/print-page.ts';
import { drawBadge } from './badge-svg.ts';
import { useBadgeSettingsQuery, useBadgeStaffQuery } from './tools-api.ts';
import styles from './tools.module.css';

/** /admin/barcode: an employee's badge in Code 39, printed to scale (docs/rules/company.md#employee-badge). */
export function BarcodeScreen() {
  const staff = useBadgeStaffQuery();
  const settings = useBadgeSettingsQuery();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const marker = settings.data?.settings.find((one) => one.name === 'employeeMarker')?.value;
  const error = settings.error ?? staff.error;
  const choose = (employee: string | undefined): void => {
    setNumber(employee ?? '');
    setName(staff.data?.staff.find((one) => String(one.number) === employee)?.name ?? '');
  };
  return (
    <Page title="Barcode creator">
      {error && <Failure error={error} onRetry={() => void (settings.error ? settings.refetch() : staff.refetch())} />}
      <Section>
        <div className={styles.form}>
          <Field label="Staff member" hint="Or enter a name and number below">
            {(control) => (
              <Select
                {...control}
                size="large"
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="Choose a person"
                loading={staff.isFetching}
                options={staff.data?.staff.map((one) => ({ value: String(one.number), label: `${one.name} (${one.number})` }))}
                onChange={choose}
              />
            )}
          </Field>
          <Field label="Employee name">
            {(control) => <Input {...control} size="large" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />}
          </Field>
          <Field label="Employee number">
            {(control) => (
              <Input
                {...control}
                size="large"
                inputMode="numeric"
                maxLength={9}
                value={number}
                onChange={({ target }) => setNumber(target.value.replaceAll(/\D/g, ''))}
              />
            )}
          </Field>
        </div>
      </Section>
      {typeof marker === 'string' && number !== '' && <Badge name={name.trim()} code={`${marker}${number}`} />}
    </Page>
  );
}

function Badge({ name, code }: { name: string; code: string }) {
  const { svg, widthMm, heightMm } = drawBadge(code);
  const [problem, setProblem] = useState<string | null>(null);
  const print = async (): Promise<void> => {
    setProblem(null);
    try {
      await printPage(badgePage(name, code, svg));
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <Section
      title="Badge"
      actions={
        <Button type="primary" onClick={() => void print()}>
          Print Badge
        </Button>
      }
    >
      {problem && <Alert type="error" showIcon title={problem} />}
      <div className={styles.badge}>
        {name && <strong>{name}</strong>}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={`Barcode of ${code}`}
          style={{ width: `${widthMm}mm`, height: `${heightMm}mm` }}
        />
        <span>{code}</span>
      </div>
      <p className={styles.hint}>{`Bar width on paper: ${widthMm.toFixed(0)} mm. Print at 100 %, without fitting to the page.`}</p>
    </Section>
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the badge's page, 85.6 x 54 mm like a bank card. */
export const badgePage = (name: string, code: string, svg: string): string => `<!doctype html><meta charset="utf-8"><title>Badge</title>
<style>
@page { margin: 10mm }
body { margin: 0; font-family: sans-serif }
.badge { box-sizing: border-box; display: grid; place-content: center; justify-items: center; gap: 3mm; width: 85.6mm; height: 54mm;
  border: 0.2mm solid; border-radius: 3mm }
strong { font-size: 6mm } span { font-size: 4mm; letter-spacing: 0.5mm }
</style>
<div class="badge">${name ? `<strong>${escaped(name)}</strong>` : ''}${svg}<span>${escaped(code)}</span></div>`;
