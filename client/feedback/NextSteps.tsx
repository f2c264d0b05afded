import { nextSteps as texts } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { BriefText } from './BriefText.tsx';

/** The list of what the provider promises will happen to a message. */
export function NextSteps({ briefName }: { briefName: string }) {
  const { nextSteps } = useSettings();
  if (nextSteps.length === 0) return null;

  return (
    <div className="next-steps">
      <h3>{texts.heading}</h3>
      <ul>
        {nextSteps.map((sentence) => (
          <li key={sentence}>
            <BriefText text={sentence} name={briefName} />
          </li>
        ))}
      </ul>
    </div>
  );
}
