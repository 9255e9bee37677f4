import { Select } from 'antd';
import { mostActiveCodes } from '@washdesk/rules/codes/active-codes';
import styles from './reports.module.css';

export const fewestReportedCodes = mostActiveCodes + 1;

const options = [fewestReportedCodes, 4, 5, 6, 8, 10].map((codes) => ({ value: codes, label: `${codes} or more` }));

/** Filters a list to customers with at least this many active codes. */
export function CodesFilter({ least, onChange }: { least: number; onChange: (least: number) => void }) {
  return (
    <label className={styles.filter}>
      Active codes
      <Select aria-label="Active codes" value={least} options={options} onChange={onChange} style={{ width: 128 }} />
    </label>
  );
}
