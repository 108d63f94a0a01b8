# Store Management API. Build: docker build -t store-api . ; run: docker run -p 8080:8080 -v shop:/data store-api
FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
ENV STORE_API_HOST=0.0.0.0 \
    STORE_API_PORT=8080 \
    STORE_API_STORAGE=file:/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/openrpc.json /app/openapi.yaml ./
COPY --from=build /app/generated ./generated
COPY --from=build /app/schemas ./schemas
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between: signals reach the server.
ENTRYPOINT ["node", "dist/src/main.js"]
