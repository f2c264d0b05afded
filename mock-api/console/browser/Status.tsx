/** A status is told by a shape as well as by a colour. */
const symbols = { success: '●', warning: '◆', danger: '■', secondary: '○' };

/** A status; `…` while there is none, or what there is instead of a complete response. */
export function Status({ children: text }: { children: string }) {
  const kind = findKind(text);
  return (
    <b className={`text-${kind}-emphasis`} data-symbol={symbols[kind]}>
      {text}
    </b>
  );
}

function findKind(text: string) {
  if (text === '…') return 'secondary';
  if (!/^[1-4]/.test(text)) return 'danger';
  return text.startsWith('4') ? 'warning' : 'success';
}
