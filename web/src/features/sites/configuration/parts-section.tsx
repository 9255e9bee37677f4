import { Button } from 'antd';
import { useState } from 'react';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { Section } from '../../../components/layout/section.tsx';
import { PartDialog } from './part-dialog.tsx';
import { partNodes, valuesInWords, type Group } from './schema-node.ts';
import styles from './configuration.module.css';

interface PartsSectionProps {
  content: Group;
  onChange: (content: Group) => void;
}

/** Sitewatch, the lanes and the other parts of a configuration besides its devices. */
export function PartsSection({ content, onChange }: PartsSectionProps) {
  const [open, setOpen] = useState<string | null>(null);
  const node = partNodes.find(([name]) => name === open)?.[1];
  const without = (name: string): Group => {
    const { [name]: _removed, ...others } = content;
    return others;
  };
  const given = open === null ? undefined : content[open];
  return (
    <Section title="Site" flush>
      <ul className={styles.parts}>
        {partNodes.map(([name, part]) => {
          const value = content[name];
          const title = part.title ?? name;
          const words = isGroup(value) ? valuesInWords(part, value).join(' · ') : '';
          const nothing = part.default === undefined ? 'Not set' : 'Defaults';
          return (
            <li key={name} className={styles.part}>
              <div>
                <h3>{title}</h3>
                <p className={styles.hint}>{part.description}</p>
                <p className={words ? styles.values : styles.nothing}>{words || nothing}</p>
              </div>
              <div className={styles.partButtons}>
                <Button aria-label={`Edit ${title}`} onClick={() => setOpen(name)}>
                  Edit
                </Button>
                {isGroup(value) && (
                  <Button
                    danger
                    aria-label={`${part.default === undefined ? 'Remove' : 'Reset'} ${title}`}
                    onClick={() => onChange(without(name))}
                  >
                    {part.default === undefined ? 'Remove' : 'Reset'}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {open !== null && node && (
        <PartDialog
          title={node.title ?? open}
          button="Apply Changes"
          node={node}
          initial={isGroup(given) ? given : isGroup(node.default) ? node.default : {}}
          path={[open]}
          contentWith={(part) => ({ ...content, [open]: part })}
          onDone={(next) => {
            onChange(next);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}
