/** Lint rules of our own, in the form of ESLint's plugins. */

/** Arguments lie on the stack: a list as long as a caller likes would overflow it. */
const noListAsArguments = {
  create: (context) => ({
    SpreadElement(node) {
      const call = node.parent.type === "CallExpression" || node.parent.type === "NewExpression";
      const ours = node.argument.type === "ArrayExpression" || node.argument.type === "TSAsExpression";
      if (!call || ours) return;
      context.report({
        node,
        message: "Spread no list into arguments: append() adds lists, reduce() compares their elements.",
      });
    },
  }),
};

/** In a test, a call that makes a seed, such as Date.now(), would make another one in each run. */
const noOwnSeed = {
  create(context) {
    const check = (name, value) => {
      const isSeed = name.type === "Identifier" && name.name === "seed";
      if (!isSeed || !value || !/\w\(/.test(context.sourceCode.getText(value))) return;
      context.report({ node: value, message: "Use seed of test/support/seed.ts." });
    };
    return {
      Property: ({ key, value }) => check(key, value),
      VariableDeclarator: ({ id, init }) => check(id, init),
    };
  },
};

export default {
  meta: { name: "store" },
  rules: { "no-list-as-arguments": noListAsArguments, "no-own-seed": noOwnSeed },
};
