from flask import Blueprint, Flask

app = Flask(__name__)
shop = Blueprint("shop", __name__, url_prefix="/shop")
late = Blueprint("late", __name__, url_prefix="/replaced")
computed = Blueprint("computed", __name__, url_prefix=PREFIX)


@app.route("/")
def index():
    return "ok"


@app.route("/users/<int:id>", methods=["GET", "post"])
def user(id):
    return "ok"


@shop.get("/items")
@shop.route(
    rule="/all",
)
def items():
    return "ok"


@late.delete("/x")
def late_x():
    return "ok"


@computed.route("/y")
def computed_y():
    return "ok"


@app.route(f"/{NAME}")
def dynamic():
    return "ok"


@app.route("/methods", methods=METHODS)
def dynamic_methods():
    return "ok"


def create_app():
    local = Flask("local")

    @local.route("/inner")
    def inner():
        return "ok"

    local.register_blueprint(late, url_prefix="/late")
    return local


if DEBUG:

    @app.post("/twin")
    def twin():
        return "debug"

else:

    @app.post("/twin")
    def twin():
        return "ok"
