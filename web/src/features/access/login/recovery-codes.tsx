import { Alert, Button } from 'antd';
import { useState } from 'react';
import styles from './login.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown only once. The confirmation of a copy stays, because the screen has no other action. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  // Browsers allow the clipboard only on secure origins; the text can always be selected.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className={styles.steps}>
      <Alert
        type="warning"
        showIcon
        title="Save these recovery codes"
        description="If you lose your phone, each code signs you in once. They are shown only now. Print them or write them down, and keep them somewhere private."
      />
      <ul className={styles.recovery} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        {canCopy && (
          <Button size="large" onClick={() => void copy()} aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
        <Button size="large" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onDone}>
        I’ve Saved Them
      </Button>
    </div>
  );
}
