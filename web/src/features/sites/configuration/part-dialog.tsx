import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useDialogFocus } from '../../../components/feedback/use-dialog-focus.ts';
import { problemsBelow } from './check-part.ts';
import { SchemaFields } from './schema-fields.tsx';
import type { Group, SchemaNode } from './schema-node.ts';
import styles from './configuration.module.css';

interface PartDialogProps {
  title: string;
  /** The label of the button that takes the values over: 'Add Device'. */
  button: string;
  node: SchemaNode;
  initial: Group;
  /** The path of the part in the configuration. */
  path: readonly string[];
  /** Returns the configuration with the part. */
  contentWith: (part: Group) => Group;
  onDone: (content: Group) => void;
  onClose: () => void;
}

/** The fields of a device, or of another part of the configuration. Nothing is saved yet. */
export function PartDialog({ title, button, node, initial, path, contentWith, onDone, onClose }: PartDialogProps) {
  const [part, setPart] = useState(initial);
  const [checks, setChecks] = useState(0);
  const { content, placeFocus } = useDialogFocus();
  const problems = checks > 0 ? problemsBelow(contentWith(part), path) : new Map<string, string>();
  const whole = problems.get(path.join('.'));
  useEffect(() => {
    if (checks > 0) content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [checks, content]);
  const submit = (): void => {
    const found = problemsBelow(contentWith(part), path);
    if (found.size === 0) return onDone(contentWith(part));
    setChecks(checks + 1);
  };
  return (
    <Modal open title={title} footer={null} width={760} afterOpenChange={placeFocus} onCancel={onClose} mask={{ closable: false }}>
      <div ref={content}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SchemaFields node={node} value={part} onChange={setPart} path={path} problemAt={(at) => problems.get(at.join('.')) ?? null} />
          {whole !== undefined && (
            <p className={styles.problem} role="alert">
              {whole}
            </p>
          )}
          <div className={styles.buttons}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="primary" htmlType="submit">
              {button}
            </Button>
          </div>
        </form>
      </div>
    </Modal>
  );
}
