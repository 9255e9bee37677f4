import type { Device } from '@washdesk/contracts/access/device';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { CenterCard } from '../../../components/center-card.tsx';
import { paths } from '../../../lib/paths.ts';

const kinds: Record<Device['kind'], string> = { register: 'register', tablet: 'tablet', lane_board: 'lane board' };

/** Says which device this browser is now, and leads to the screen that the device starts with. */
export function Enrolled({ device }: { device: Device }) {
  const navigate = useNavigate();
  const where = [`site ${device.site}`, device.terminal && `terminal ${device.terminal}`].filter(Boolean).join(', ');
  return (
    <CenterCard title="This browser is enrolled" lead={`It is the ${kinds[device.kind]} ${device.name} (${where}).`}>
      <Button
        type="primary"
        size="large"
        block
        autoFocus
        onClick={() => void navigate(device.kind === 'register' ? paths.locationLanding : paths.home)}
      >
        Continue
      </Button>
    </CenterCard>
  );
}
