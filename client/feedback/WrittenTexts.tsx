import { useId } from 'react';
import { notSaved, writtenTexts } from '../messages.ts';
import { useStore } from '../store.ts';
import { TextControl } from './MessageField.tsx';
import type { MessageStore } from './MessageStore.ts';
import { formFields, type MessageFields } from './messageFields.ts';
import { listTexts } from './messageState.ts';

/** The texts that may not have been delivered, to be copied from a page without the form. */
export function WrittenTexts({ store }: { store: MessageStore }) {
  const texts = listTexts(useStore(store));
  const headingId = useId();
  if (texts.length === 0) return null;

  return (
    <section className="written" aria-labelledby={headingId}>
      <h2 id={headingId}>{writtenTexts.heading}</h2>
      <p>{store.isSaved ? writtenTexts.kept : notSaved}</p>
      {texts.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <WrittenText key={index} fields={fields} />
      ))}
    </section>
  );
}

function WrittenText({ fields }: { fields: MessageFields }) {
  const id = useId();
  const written = formFields.filter(({ name }) => fields[name]);
  return (
    <div className="form-fields">
      {written.map(({ name, label, rows }) => (
        <div key={name} className="field" data-text={fields[name]}>
          <div className="field-header">
            <label htmlFor={id + name}>{label}</label>
          </div>
          <TextControl rows={rows} id={id + name} value={fields[name]} readOnly />
        </div>
      ))}
    </div>
  );
}
