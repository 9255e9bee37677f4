import { Button, Input } from 'antd';
import { useState } from 'react';
import styles from './copy-field.module.css';

const copyConfirmationMs = 2_000;

/** A text with a copy button. The confirmation shows for 2 s. */
export function CopyField({ label, text, autoFocus = false }: { label: string; text: string; autoFocus?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), copyConfirmationMs);
  };
  // Browsers allow the clipboard only on secure origins; the text can always be selected.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className={styles.link}>
      <Input readOnly value={text} aria-label={label} onFocus={({ target }) => target.select()} autoFocus={autoFocus} />
      {canCopy && (
        <Button onClick={() => void copy()} aria-live="polite" aria-label={`Copy ${label}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </div>
  );
}
