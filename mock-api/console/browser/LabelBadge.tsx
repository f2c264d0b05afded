import { Badge, type BadgeProps } from 'react-bootstrap';

interface LabelBadgeProps extends BadgeProps {
  kind?: string;
}

/** A badge in the colours of a kind, by default those of a count. */
export function LabelBadge({ kind = 'secondary', ...props }: LabelBadgeProps) {
  return <Badge {...props} bg={`${kind}-subtle`} text={`${kind}-emphasis`} />;
}
