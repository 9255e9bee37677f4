import { Button } from 'antd';

/** Opens the receipt of a row; `name` tells the rows' buttons apart for screen readers. */
export function ReceiptButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button aria-label={`Receipt of ${name}`} onClick={onPress}>
      Receipt
    </Button>
  );
}
