# mockapple in a small image: built with Swift, run on Debian with the C libraries alone.
ARG SWIFT=docker.io/library/swift:6.2-bookworm
ARG DEBIAN=docker.io/library/debian:bookworm-slim

FROM ${SWIFT} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libmicrohttpd-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# As make image gives it; .git stays outside.
ARG VERSION=
RUN MOCKAPPLE_VERSION="$VERSION" swift build -c release --static-swift-stdlib --product mockapple \
 && strip -o /mockapple .build/release/mockapple

FROM ${DEBIAN}
RUN apt-get update \
 && apt-get install -y --no-install-recommends libmicrohttpd12 libcurl4 libssl3 libsqlite3-0 libstdc++6 ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --home-dir /var/lib/mockapple mockapple
COPY --from=build /mockapple /usr/local/bin/mockapple
USER mockapple
WORKDIR /var/lib/mockapple
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=2s CMD ["mockapple", "health"]
ENTRYPOINT ["mockapple"]
CMD ["serve", "--host", "0.0.0.0"]
