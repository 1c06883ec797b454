import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { LayoutSketch } from './layout-sketch.tsx';
import { describeTemplate, type Template } from './template.ts';
import { TemplateText } from './template-text.tsx';

const emptyFilling = {};

interface TemplateCardProps {
  template: Template;
  onOpen: () => void;
}

export function TemplateCard({ template, onOpen }: TemplateCardProps) {
  const { title, mediaType, caption, frames } = template;
  const description = describeTemplate(template);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="grid size-full grid-cols-1 content-start gap-3 rounded-lg border border-line bg-surface p-4 text-left transition-colors hover:border-line-strong lg:p-5"
      onClick={onOpen}
    >
      <span className="flex flex-wrap items-end justify-between gap-3">
        <LayoutSketch mediaType={mediaType} count={frames.length} />
        <span className="inline-flex items-center gap-[5px] text-xs whitespace-nowrap text-ink-3">
          <MediaTypeIcon type={mediaType} size={15} />
          {mediaTypeNames[mediaType]}
        </span>
      </span>
      <span className="grid gap-1">
        <b className="h-card text-balance">{title}</b>
        {description === null ? null : <small className="text-xs text-ink-3">{description}</small>}
      </span>
      <span className="line-clamp-3 text-sm text-pretty wrap-anywhere text-ink-2">
        <TemplateText text={caption === '' ? frames.join(' ') : caption} filling={emptyFilling} />
      </span>
    </button>
  );
}
