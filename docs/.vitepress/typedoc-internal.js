/**
 * A member marked `@internal` stays out of the reference; so does every override of it, which typedoc would show
 * unless each carried the mark again.
 */
import { Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  // Before typedoc itself takes the marked ones away.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => hideOverrides(project), 1000);
}

function hideOverrides(project) {
  const classes = project.getReflectionsByKind(ReflectionKind.Class);
  const hidden = classes.flatMap((one) =>
    (one.children ?? []).filter(
      (member) => !isInternal(member) && ancestors(one).some((base) => isInternal(base.getChildByName([member.name]))),
    ),
  );
  for (const member of hidden) project.removeReflection(member);
}

function ancestors(one) {
  const base = one.extendedTypes?.[0]?.reflection;
  return base === undefined ? [] : [base, ...ancestors(base)];
}

function isInternal(member) {
  const comments = [
    member?.comment,
    ...(member?.signatures ?? []).map((s) => s.comment),
    member?.getSignature?.comment,
  ];
  return comments.some((comment) => comment?.hasModifier('@internal'));
}
