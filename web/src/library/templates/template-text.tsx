import { captionParts } from '@pontual/contract/posts/captions.ts';
import { templateParts, type FieldValues } from '@pontual/contract/posts/template-text.ts';

export function TemplateText({ text, filling }: { text: string; filling: FieldValues }) {
  return templateParts(text, filling).map((part, index) => {
    if (part.kind === 'text') return <HashtagText key={index} text={part.text} />;
    if (part.kind === 'filled') return <b key={index}>{part.text}</b>;
    return (
      <mark key={index} className="rounded-[5px] bg-ipe-soft px-0.5 text-ink">
        {part.text.slice(1, -1)}
      </mark>
    );
  });
}

function HashtagText({ text }: { text: string }) {
  return captionParts(text).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span key={index} className="text-sched-text">
        {part.text}
      </span>
    ),
  );
}
