import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { nodeOfDriver, partNodes, valueInWords, valuesInWords, type SchemaNode } from './schema-node.ts';
import styles from './configuration.module.css';

interface Difference {
  path: string;
  field: string;
  before: unknown;
  after: unknown;
}

function nodeOf(path: string, value: unknown): SchemaNode | undefined {
  if (isGroup(value) && path.startsWith('devices.')) return nodeOfDriver(value['driver']);
  return partNodes.find(([name]) => name === path)?.[1];
}

function Value({ path, value }: { path: string; value: unknown }) {
  if (value === undefined || value === null) return <span className={styles.nothing}>–</span>;
  const node = nodeOf(path, value);
  if (!node || !isGroup(value)) return valueInWords(value);
  return (
    <ul className={styles.whole}>
      {valuesInWords(node, value).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

/** What differs between two versions: each value before and after. */
export function DifferencesList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p role="status">No differences. Only the order of fields or devices may differ.</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.differences}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, field, before, after }) => (
            <tr key={path}>
              <th scope="row">{field || 'Configuration'}</th>
              <td>
                <Value path={path} value={before} />
              </td>
              <td>
                <Value path={path} value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
