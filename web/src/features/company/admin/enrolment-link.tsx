import { Button, Input } from 'antd';
import { useState } from 'react';
import styles from './admin.module.css';

interface EnrolmentLinkProps {
  link: string;
  /** ISO 8601. */
  expires: string;
  onDone: () => void;
}

const copyConfirmationMs = 2_000;

/** The link with a copy button. The confirmation of a copy shows for 2 s. */
export function EnrolmentLink({ link, expires, onDone }: EnrolmentLinkProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
    window.setTimeout(() => setCopied(false), copyConfirmationMs);
  };
  // Browsers offer the clipboard to secure origins only; the text can always be selected.
  const canCopy = 'clipboard' in navigator;
  return (
    <>
      <p>
        Open this link on the device. It works once, until {new Date(expires).toLocaleString('en-US')}, and{' '}
        <strong>is shown only now</strong>.
      </p>
      <div className={styles.link}>
        <Input readOnly value={link} aria-label="Enrolment link" onFocus={({ target }) => target.select()} autoFocus />
        {canCopy && (
          <Button onClick={() => void copy()} aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
      <Button type="primary" size="large" block className={styles.done} onClick={onDone}>
        Done
      </Button>
    </>
  );
}
