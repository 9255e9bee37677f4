import { Alert, Button } from 'antd';
import { useState } from 'react';
import styles from './login.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, which are shown this once. The confirmation of a copy stays: nothing else can be done here. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  // Browsers offer the clipboard to secure origins only; the text can always be selected.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className={styles.steps}>
      <Alert
        type="warning"
        showIcon
        title="Keep these recovery codes"
        description="Each signs you in once where your phone is lost. They are shown only now: write them down or print them, and keep them where only you find them."
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
        I have kept them
      </Button>
    </div>
  );
}
