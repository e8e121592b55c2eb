# mockapple in a small image: built with Swift, run on Debian with the C libraries alone.
ARG SWIFT=docker.io/library/swift:6.2-bookworm
ARG DEBIAN=docker.io/library/debian:bookworm-slim

FROM ${SWIFT} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libmicrohttpd-dev libgnutls28-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# As make image gives it; .git stays outside.
ARG VERSION=
RUN MOCKAPPLE_VERSION="$VERSION" swift build -c release --static-swift-stdlib --product mockapple \
 && strip -o /mockapple .build/release/mockapple

FROM ${DEBIAN}
# A user by number, since Kubernetes' runAsNonRoot believes no name. It owns the folders that volumes go over: an engine
# gives a new volume what is below it.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libmicrohttpd12 libgnutls30 libcurl4 libssl3 libsqlite3-0 libstdc++6 ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 mockapple \
 && useradd --uid 10001 --gid 10001 --home-dir /var/lib/mockapple mockapple \
 && install -d -o mockapple -g mockapple /var/lib/mockapple /ca
COPY --from=build /mockapple /usr/local/bin/mockapple
USER 10001:10001
WORKDIR /var/lib/mockapple
VOLUME /var/lib/mockapple
# 8443 needs no privilege anywhere. For 443 say MOCKAPPLE_TLS_PORT=443 and, where the engine does not (Docker does since 20.10),
# sysctl net.ipv4.ip_unprivileged_port_start=0. No file capability: without the capability in its bounding set, as in a pod that
# drops all, such a program does not even start.
ENV MOCKAPPLE_HOST=0.0.0.0 MOCKAPPLE_TLS_PORT=8443 MOCKAPPLE_STORE=/var/lib/mockapple/store.sqlite
EXPOSE 8080 443 8443
HEALTHCHECK --interval=2s --timeout=3s --start-period=10s CMD ["mockapple", "health"]
ENTRYPOINT ["mockapple"]
CMD ["serve"]
ARG VERSION=
LABEL org.opencontainers.image.title="mockapple" org.opencontainers.image.version="${VERSION}"
