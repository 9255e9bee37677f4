import { Checkbox } from 'antd';
import { useId } from 'react';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { Field } from '../../../components/input/field.tsx';
import { MapField } from './map-field.tsx';
import { isNullable, kindOf, type Group, type SchemaNode } from './schema-node.ts';
import { ChoiceInput, LinesInput, ListInput, NumberInput, TextInput } from './typed-inputs.tsx';
import styles from './configuration.module.css';

export interface FieldsProps {
  node: SchemaNode;
  value: Group;
  onChange: (value: Group) => void;
  /** The path of `value`, for `problemAt`. */
  path: readonly string[];
  problemAt: (path: readonly string[]) => string | null;
}

/** Without the value that became empty. */
const withField = (value: Group, name: string, next: unknown): Group => {
  const { [name]: _before, ...others } = value;
  return next === undefined ? others : { ...value, [name]: next };
};

/** A field without a default decides what the device is; the others are settings. The port belongs to the host. */
const isMain = (name: string, { default: standard }: SchemaNode): boolean => standard === undefined || name === 'port';

/** The fields of a group, drawn from its schema. Those with a default are below More settings. */
export function SchemaFields({ node, value, onChange, path, problemAt }: FieldsProps) {
  const fields = Object.entries(node.properties ?? {}).filter(([, inner]) => inner.const === undefined);
  const main = fields.filter(([name, inner]) => isMain(name, inner));
  const more = fields.filter(([name, inner]) => !isMain(name, inner));
  const draw = ([name, inner]: [string, SchemaNode]) => (
    <SchemaField
      key={name}
      node={inner}
      name={name}
      required={node.required?.includes(name) ?? false}
      value={value[name]}
      onChange={(next) => onChange(withField(value, name, next))}
      path={[...path, name]}
      problemAt={problemAt}
    />
  );
  const opened = main.length === 0 || more.some(([name]) => value[name] !== undefined || problemAt([...path, name]) !== null);
  return (
    <>
      {main.length > 0 && <div className={styles.fields}>{main.map(draw)}</div>}
      {more.length > 0 && main.length > 0 && (
        <details className={styles.more} open={opened}>
          <summary>More settings</summary>
          <div className={styles.fields}>{more.map(draw)}</div>
        </details>
      )}
      {more.length > 0 && main.length === 0 && <div className={styles.fields}>{more.map(draw)}</div>}
    </>
  );
}

interface FieldProps {
  node: SchemaNode;
  name: string;
  required: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  path: readonly string[];
  problemAt: (path: readonly string[]) => string | null;
}

function SchemaField({ node, name, required, value, onChange, path, problemAt }: FieldProps) {
  const kind = kindOf(node);
  const label = node.title ?? name;
  const problem = problemAt(path);
  if (kind === 'group') return <GroupField {...{ node, label, required, value, onChange, path, problemAt }} />;
  if (kind === 'tuple') return <TupleField {...{ node, label, value, onChange, path, problemAt }} />;
  if (kind === 'map')
    return <MapField node={node} label={label} value={isGroup(value) ? value : {}} problem={problem} onChange={onChange} />;
  const hint = isNullable(node) ? `${node.description}. Or “none”` : node.description;
  return (
    <div className={kind === 'lines' ? styles.whole : undefined}>
      <Field label={label} hint={hint} problem={problem}>
        {(control) => {
          const input = { node, value, onChange, control };
          if (kind === 'choice') return <ChoiceInput {...input} required={required} />;
          if (kind === 'number') return <NumberInput {...input} />;
          if (kind === 'list') return <ListInput {...input} />;
          return kind === 'lines' ? <LinesInput {...input} /> : <TextInput {...input} />;
        }}
      </Field>
    </div>
  );
}

type Inner = Omit<FieldProps, 'name' | 'required'> & { label: string };

/** A group that may be missing has a checkbox. */
function GroupField({ node, label, required, value, onChange, path, problemAt }: Inner & { required: boolean }) {
  const id = useId();
  const isOpen = required || isGroup(value) || node.default !== undefined;
  const problem = problemAt(path);
  return (
    <fieldset className={isOpen ? styles.group : `${styles.group} ${styles.closed}`} aria-describedby={`${id}-words`}>
      <legend>
        {required || node.default !== undefined ? (
          label
        ) : (
          <Checkbox checked={isOpen} onChange={({ target }) => onChange(target.checked ? {} : undefined)}>
            {label}
          </Checkbox>
        )}
      </legend>
      <p id={`${id}-words`} className={problem ? styles.problem : styles.hint} role={problem ? 'alert' : undefined}>
        {problem ?? node.description}
      </p>
      {isOpen && (
        <SchemaFields
          node={node}
          value={isGroup(value) ? value : {}}
          onChange={(next) => onChange(Object.keys(next).length === 0 && node.default !== undefined ? undefined : next)}
          path={path}
          problemAt={problemAt}
        />
      )}
    </fieldset>
  );
}

function TupleField({ node, label, value, onChange, path, problemAt }: Inner) {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const problem = problemAt(path);
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <p className={problem ? styles.problem : styles.hint}>{problem ?? node.description}</p>
      <div className={styles.fields}>
        {(node.prefixItems ?? []).map((inner, place) => (
          <Field
            key={inner.title}
            label={inner.title ?? String(place + 1)}
            hint={inner.description}
            problem={problemAt([...path, String(place)])}
          >
            {(control) => (
              <NumberInput
                node={inner}
                value={values[place]}
                onChange={(next) => onChange((node.prefixItems ?? []).map((_, index) => (index === place ? next : values[index])))}
                control={control}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
